/** QR and Code 128 as SVG text for documents; `qr` and `barcode` of paper.typ show them. */
import { toSVG } from 'bwip-js/node';

/** A QR code at error correction level M: readable with a seventh of it damaged. */
export function qrSvg(text: string): string {
  const options = { bcid: 'qrcode', text, eclevel: 'M' };
  return toSVG(options);
}

/** A Code 128 bar code without text below it. */
export function code128Svg(text: string): string {
  return toSVG({ bcid: 'code128', text, height: 10, includetext: false });
}
