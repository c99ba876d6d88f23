/**
 * The medals of ranks 1 to 3, shaped like playfield inserts (star, circle, arrow), on a canvas of 40 × 40. Shape and number identify
 * the rank, so that it does not depend on colour.
 */
export const rankShapes = [
  {
    d: 'M20 1.5 24.3 6.6 30.9 5.1 31.6 11.8 37.9 14.3 34.8 20.3 38.5 25.9 32.7 29.3 32.6 36 26 35.2 21.4 40 16.5 35.5 10 36.9 9 30.2 2.6 28 5.3 21.8 1.3 16.4 6.9 12.6 6.6 5.9 13.3 6.3z',
    tone: 'first',
  },
  { d: 'M20 3a17 17 0 1 1 0 34 17 17 0 0 1 0-34z', tone: 'second' },
  { d: 'M20 2.5 36 12.5V30a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V12.5z', tone: 'third' },
] as const
