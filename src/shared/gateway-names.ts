/** The ways through a bank that the program knows. `sandbox` is a bank of our own, for demos and tests. */
export const GATEWAY_NAMES = ['sandbox', 'city-bank', 'sslcommerz', 'bkash'] as const;
export type GatewayName = (typeof GATEWAY_NAMES)[number];
