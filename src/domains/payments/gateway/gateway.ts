/** What a bank must be able to do for us; the only truth about a payment through it is `orderDetails`. */
import type { GatewayName } from '#shared/gateway-names.ts';

export type OrderRequest = {
  paymentId: string;
  amountMinor: number;
  description: string;
  language: 'en' | 'bn';
  approveUrl: string;
  cancelUrl: string;
  declineUrl: string;
  /** For a gateway that has one address for the way back, and comes to it by GET. */
  returnUrl: string;
  /** The address for the gateway's own call. */
  callUrl: string;
};
/** ISO 4217 number of the Taka, as City Bank wants it. */
export const CURRENCY = '050';

export type Order = {
  orderId: string;
  sessionId: string;
  /** The address that the browser goes to; on our own origin for the sandbox. */
  url: string;
};

/** An order of ours as it was kept. */
export type OpenedOrder = Pick<Order, 'orderId' | 'sessionId'> & {
  openedAt: Date;
  /** For a gateway that names no amount until one was taken. */
  amountMinor: number;
};

/** UNKNOWN_ORDER: the bank has never heard of it. HELD: it took the money and looks at it as risky. */
export type BankStatus =
  | 'PENDING'
  | 'APPROVED'
  | 'DECLINED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'UNKNOWN_ORDER'
  | 'HELD';

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
  name: GatewayName;
  merchantId: string;
  createOrder(request: OrderRequest): Promise<Order>;
  /**
   * For a gateway at which nothing moves until we ask for it: takes the money that the payer has agreed to. Asked again it takes
   * nothing twice; what became of it is known by `orderDetails` only.
   */
  take?(order: OpenedOrder): Promise<void>;
  orderDetails(order: OpenedOrder): Promise<OrderDetails>;
  /** Undefined if the signature is not the bank's or the message cannot be read. A gateway without it sends no calls. */
  readCallback?(message: string, signature: string): Callback | undefined;
};
