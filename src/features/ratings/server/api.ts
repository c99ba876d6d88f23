/** What other features and the tools of the command line may call. */
export interface RatingsApi {
  /** Computes everything from the games alone, and stores it. `differences`: what was stored before and was not the same. */
  recompute(): Promise<{ nights: number; players: number; differences: string[] }>
  /** Computes what has changed; resolves when it is stored. */
  runOnce(): Promise<void>
}
