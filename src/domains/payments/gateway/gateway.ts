/** What a bank must be able to do for us; the only truth about a payment through it is `orderDetails`. */

export type OrderRequest = {
  paymentId: string;
  amountMinor: number;
  description: string;
  language: 'en' | 'bn';
  approveUrl: string;
  cancelUrl: string;
  declineUrl: string;
};
/** ISO 4217 number of the Taka, as City Bank wants it. */
export const CURRENCY = '050';

export type Order = {
  orderId: string;
  sessionId: string;
  /** The address that the browser goes to; on our own origin for the sandbox. */
  url: string;
};

/** UNKNOWN_ORDER: the bank has never heard of it. */
export type BankStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'CANCELED' | 'EXPIRED' | 'UNKNOWN_ORDER';

export type OrderDetails = {
  orderId: string;
  merchantId: string;
  amountMinor: number;
  currency: string;
  status: BankStatus;
  reason?: string;
};

/** What a signed call of the bank claims; never believed without asking. */
export type Callback = Pick<OrderDetails, 'orderId' | 'merchantId' | 'amountMinor' | 'currency'>;

export type Gateway = {
  name: string;
  merchantId: string;
  createOrder(request: OrderRequest): Promise<Order>;
  orderDetails(order: { orderId: string; sessionId: string }): Promise<OrderDetails>;
  /** Undefined if the signature is not the bank's or the message cannot be read. */
  readCallback(message: string, signature: string): Callback | undefined;
};
