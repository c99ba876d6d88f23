/** Inside the rules all points are whole thousandths: 1.5 points are 1500. */
export const THOUSANDTHS = 1000

/** Converts thousandths to points as documents and exports show them: a number with at most 3 decimals. */
export const shownPoints = (points: number): number => points / THOUSANDTHS
