/** s3rver ships no types; this is what the tests use of it. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  // biome-ignore lint/style/noDefaultExport: the package exports its class as default
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
