/** Converts pixels to `em` for plots, whose font size is 13 px by default, so that lengths scale with the text. */
export const em = (px: number): string => `${Math.round((px / 13) * 1000) / 1000}em`
