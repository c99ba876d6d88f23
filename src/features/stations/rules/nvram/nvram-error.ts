/**
 * Why scores can't be read. `no-map`: the maps don't know this ROM; `map-unreadable`: its map is not in the format that is read here;
 * `file-too-short`: the map names bytes that the file lacks; `being-written`: a checksum is wrong; `score-too-large`: a score is above 2^53 − 1
 */
export type NvramProblem = 'no-map' | 'map-unreadable' | 'file-too-short' | 'being-written' | 'score-too-large'

/** The one error of this folder, whatever the bytes and the map are. */
export class NvramError extends Error {
  override name = 'NvramError'
  readonly problem: NvramProblem

  constructor(problem: NvramProblem) {
    super(problem)
    this.problem = problem
  }
}
