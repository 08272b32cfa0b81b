/** The job that calculates a simulation: its name, and what is added when its worker is gone. */
export const SIMULATE_JOB = 'billing:simulate-tariff';
