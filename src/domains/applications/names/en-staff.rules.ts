/** Why a step of the office is refused now, in English: on the screen and in files. */

export const refusals = {
  not_your_desk: 'It is another desk’s turn.',
  survey_not_submitted: 'The survey was not submitted yet.',
  own_installation: 'You noted this installation: somebody else has to confirm it.',
  own_survey: 'You made this survey: somebody else has to approve it.',
  not_installed_yet: 'The installation was not noted yet.',
  not_on_hold: 'It is not on hold, or only an administrator may resume it.',
  hold_not_yours: 'It does not wait for you now, so the office puts it on hold.',
  hold_of_another: 'The office put it on hold, and the office lets it go on.',
  checks_open: 'What this desk has to check is not all checked yet. Check it, or write a remark beside it.',
  forward_not_yours: 'Only who has the application now, or who manages the desks, forwards it.',
  no_desks: 'The planning authority has no active desk. Set its desks up first.',
  assignee_may_not: 'This person may not do the work of the present state.',
  note_changed:
    'A rate or fee changed: the demand note comes to {{totalMinor, money}} now. Open this again and look at it.',
  note_too_large:
    'The demand note is more than one payment can be ({{most_minor, money}}). Return the survey.',
  nothing_to_pay: 'The survey comes to nothing: there would be nothing to pay.',
};
