/** The name of the work behind a bulk action, for those who only tell of it. */
export const WORK_JOB = 'bulk:work-job';
