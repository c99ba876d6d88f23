/** The ids of two catalogue entries of the same machine. */
export interface MachineMerge {
  from: string
  into: string
}
