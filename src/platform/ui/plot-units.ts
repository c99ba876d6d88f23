/** A length in a plot, whose letters are 13 px high at their usual size, so that it grows with them. */
export const em = (px: number): string => `${Math.round((px / 13) * 1000) / 1000}em`
