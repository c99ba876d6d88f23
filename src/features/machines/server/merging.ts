/** The ids of two catalogue entries of the same machine. */
export interface Merging {
  from: string
  into: string
}
