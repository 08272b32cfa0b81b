import { enter, openScreen, signIn } from './screen.ts';
import { loginOf, test } from './town.ts';

test('scratch', async ({ browser, town }) => {
  const screen = await openScreen(browser, { url: town.url, language: 'en' });
  const { page } = screen;
  await page.addInitScript(() => {
    const w = window as never as { marks: string[] };
    w.marks = [];
    const seen = new Set();
    const note = (s: string) => { if (!seen.has(s)) { seen.add(s); w.marks.push(`${performance.now().toFixed(0)} ${s}`); } };
    const tick = () => {
      if (document.querySelector('input')) note('input');
      if (document.querySelector('main')) note('main');
      if (document.querySelector('main h1')) note('h1 ' + document.querySelector('main h1')?.textContent);
      if (document.querySelector('main [aria-busy=true]')) note('busy'); else if (document.querySelector('main h1')) note('not busy');
      if (document.querySelector('[role=status][aria-label="Loading"]')) note('loading');
      if (document.querySelector('main td')) note('td');
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    new PerformanceObserver((l) => { for (const e of l.getEntries()) w.marks.push(`${e.startTime.toFixed(0)} long ${e.duration.toFixed(0)}`); }).observe({ type: 'longtask', buffered: true });
  });
  const show = async (what: string, t: number) => {
    await page.waitForTimeout(1500);
    const r = await page.evaluate(() => [ (window as never as { marks: string[] }).marks, performance.getEntriesByType('resource').map((e) => `${e.startTime.toFixed(0)}-${(e as PerformanceResourceTiming).responseEnd.toFixed(0)} ${e.name.replace(/^https?:\/\/[^/]+/, '')}`), performance.getEntriesByType('navigation').map((e) => `load ${(e as PerformanceNavigationTiming).loadEventEnd.toFixed(0)} dcl ${(e as PerformanceNavigationTiming).domContentLoadedEventEnd.toFixed(0)} resp ${(e as PerformanceNavigationTiming).responseEnd}`)]);
    console.log(what, t, JSON.stringify(r, null, 1));
  };
  let t = Date.now();
  await page.goto('/login');
  await show('login cold', Date.now() - t);
  await enter(screen, loginOf('admin'));
  for (const p of ['/dashboard', '/sector?page=1', '/meter-list?page=1', '/meter-list?page=1']) {
    t = Date.now();
    await page.goto(p);
    await show(p, Date.now() - t);
  }
});
