/** HTML of the sandbox bank: plain forms without our application, so that it stays visibly somebody else's page. */
import { formats } from '#shared/format.ts';
import type { SandboxOrder } from './bank.ts';
import { type Decision, mannersOf } from './choices.rules.ts';
import type { WayBack } from './simulators/simulator.ts';
import { bankTexts } from './texts.ts';

export type Language = 'en' | 'bn';

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

const STYLE = `
@font-face { font-family: 'Bank Bengali'; src: local('Noto Sans Bengali'), url('/sandbox-bank/bengali.ttf'); unicode-range: U+0964-0965, U+0980-09FF, U+09F3; font-display: swap; }
:root { color-scheme: light; font-family: 'Bank Bengali', 'Noto Sans', system-ui, sans-serif; line-height: 1.55; }
* { box-sizing: border-box; }
body { margin: 0; background: #eef3ef; color: #16302a; font-size: 16px; }
header { background: #0f5b46; color: #fff; padding: 14px 20px; display: flex; justify-content: space-between; align-items: center; gap: 16px; }
header b { font-size: 18px; } header b::before { content: ''; display: inline-block; width: 12px; height: 12px; margin-inline-end: 10px; border-radius: 50% 0 50% 50%; transform: rotate(-45deg); background: #f2c14e; }
header a { color: #fff; }
.note { background: #fbeec2; color: #5b4300; padding: 8px 20px; font-size: 14px; text-align: center; }
main { max-width: 440px; margin: 28px auto; background: #fff; border: 1px solid #d4e0da; border-radius: 12px; padding: 24px; }
h1 { margin: 0; font-size: 34px; font-variant-numeric: tabular-nums; } h2 { margin: 0 0 12px; font-size: 20px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 16px; margin: 16px 0; font-size: 15px; }
dt { color: #52685f; } dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.card { display: flex; justify-content: space-between; gap: 12px; border: 1px solid #b9c9c1; border-radius: 8px; padding: 10px 12px; margin-bottom: 16px; font-variant-numeric: tabular-nums; }
.card span { display: block; font-size: 13px; color: #52685f; }
fieldset { border: 1px dashed #b9c9c1; border-radius: 8px; padding: 8px 12px 10px; margin: 0 0 16px; font-size: 15px; }
legend { color: #52685f; padding: 0 6px; font-size: 14px; } label { display: flex; align-items: baseline; gap: 8px; padding: 4px 0; }
button, .back { display: block; width: 100%; border-radius: 8px; border: 1px solid #b9c9c1; background: #fff; color: #16302a; padding: 12px; margin-top: 10px; font: inherit; cursor: pointer; text-align: center; }
button.main { background: #0f5b46; border-color: #0f5b46; color: #fff; font-weight: 600; }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid #f2c14e; outline-offset: 2px; }
@media (max-width: 480px) { main { margin: 0; border-radius: 0; border: 0; padding: 20px 16px; } }`;

function page(
  language: Language,
  other: string | null,
  body: string,
  name = bankTexts[language].bank,
): string {
  const texts = bankTexts[language];
  const link = other
    ? `<a href="${escapeHtml(other)}" lang="${language === 'en' ? 'bn' : 'en'}">${texts.other}</a>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${texts.title}</title><style>${STYLE}</style></head><body>
<header><b>${name}</b>${link}</header><div class="note">${texts.sandbox}</div><main>${body}</main></body></html>`;
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`;
}

/** The page on which one pays. @param shown own: its own address, for the change of language */
export function orderPage(
  order: SandboxOrder,
  {
    language,
    utility,
    own,
    timeZone,
  }: { language: Language; utility: string; own: string; timeZone: string },
): string {
  const texts = bankTexts[language];
  const format = formats({ language, bengaliDigits: true }, timeZone);
  const amount = format.money(order.amountMinor);
  const manners = mannersOf(order.gateway)
    .map(
      (manner) =>
        `<label><input type="radio" name="manner" value="${manner}"${manner === 'plain' ? ' checked' : ''}> <span>${texts.manners[manner]}</span></label>`,
    )
    .join('');
  const isMobile = order.gateway === 'bkash';
  const card = `<div class="card"><div><span>${texts.card}</span>4111 •••• •••• 1111</div><div><span>${texts.expiry}</span>12/30</div></div>`;
  const other = `${own}&language=${language === 'en' ? 'bn' : 'en'}`;
  return page(
    language,
    other,
    `<h2>${isMobile ? texts.mobile : texts.secure}</h2><h1>${amount}</h1>
<dl><dt>${texts.merchant}</dt><dd>${escapeHtml(utility)}</dd><dt>${texts.about}</dt><dd>${escapeHtml(format.digits(order.description))}</dd>
<dt>${texts.order}</dt><dd>${escapeHtml(order.orderId)}</dd><dt>${texts.until}</dt><dd>${format.time(order.expiresAt)}</dd></dl>
${isMobile ? '' : card}
<form method="post" action="${escapeHtml(own)}">${hidden('ORDERID', order.orderId)}${hidden('SESSIONID', order.sessionId)}${hidden('language', language)}
<fieldset><legend>${texts.manner}</legend>${manners}</fieldset>
<button class="main" name="decision" value="approve">${texts.pay(amount)}</button>
<button name="decision" value="decline">${isMobile ? texts.refuse : texts.decline}</button>
<button name="decision" value="cancel">${texts.cancel}</button></form>`,
    texts.names[order.gateway],
  );
}

/** After the decision: a form of its own takes the browser back, as each gateway does (City Bank: field xmlmsg). */
export function returnForm(
  { language, utility }: { language: Language; utility: string },
  decision: Decision,
  { method, url, fields }: WayBack,
): string {
  const texts = bankTexts[language];
  const back = escapeHtml(texts.back(utility));
  const { pathname, search } = new URL(url);
  const hiddenFields = Object.entries(fields).map(([name, value]) => hidden(name, value));
  return page(
    language,
    null,
    `<h2>${texts.decisions[decision]}</h2><p>${escapeHtml(texts.going(utility))}</p>
<form method="${method}" id="return" action="${escapeHtml(pathname + search)}">${hiddenFields.join('')}
<button class="main">${back}</button></form>${RETURN_SCRIPT}`,
  );
}

/** In the page, so that it is no request of its own. A person who comes here by the browser's Back is not sent away again. */
export const RETURN_SCRIPT = `<script>const [arrival] = performance.getEntriesByType('navigation');
if (arrival?.type !== 'back_forward') setTimeout(() => document.getElementById('return').submit(), 900);</script>`;

/** An order that was decided or ran out, or an address that was made up. */
export function closedPage(
  order: SandboxOrder | undefined,
  { language, utility }: { language: Language; utility: string },
): string {
  const texts = bankTexts[language];
  const label = escapeHtml(texts.back(utility));
  const back = order ? new URL(order.cancelUrl) : undefined;
  const link = back
    ? `<form method="post" action="${escapeHtml(back.pathname + back.search)}"><button class="main">${label}</button></form>`
    : `<a class="back" href="/">${label}</a>`;
  return page(language, null, `<h2>${texts.over}</h2><p>${texts.overText}</p>${link}`);
}
