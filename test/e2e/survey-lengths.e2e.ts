/** A surveyor writes 7500 m and means 7.500: the phone asks once, also without a network. */
import { expect } from '@playwright/test';
import { press, seen, type } from './screen.ts';
import { openForm, sit, surveyOf, toSurvey, unsent } from './survey-offline/phone.ts';
import { filled } from './texts.ts';
import { test } from './town.ts';

test('a length beyond what is usual is asked about without a network, and is sent as confirmed', async ({
  browser,
  town,
}) => {
  const made = await toSurvey(town);
  const seat = await sit(browser, town, 'en');
  const { page, t } = seat;
  const { survey } = t.applications;
  await openForm(seat, town, made);
  await page.context().setOffline(true);
  await type(page, survey.distance, '7500');
  await press(page, survey.submit);
  await seen(page.getByText(filled(survey.unusual_question)));
  await press(page, survey.unusual_yes);
  await seen(page.getByText(survey.submitted_here, { exact: true }));
  await page.context().setOffline(false);
  await expect.poll(async () => (await surveyOf(town, made))?.state, { timeout: 30_000 }).toBe('SUBMITTED');
  expect(await surveyOf(town, made)).toMatchObject({ distance: '7500' });
  await unsent(seat, 0);
  await page.context().close();
});
