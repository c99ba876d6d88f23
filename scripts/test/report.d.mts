export interface Counts {
  passed: number
  failed: number
  skipped: number
}

export interface Timed {
  file: string
  seconds: number
}

export interface Outcome {
  counts: Counts
  failures: string[]
  files: Timed[]
}

export declare function unhandledErrorsPath(path: string): string
export declare function readReport(path: string, base?: string): Outcome
export declare function outcomeOf(report: { testResults: object[] }, base?: string): Outcome
export declare function totalsLine(all: readonly Counts[]): string
export declare function slowestLines(files: readonly (Timed & { suite: string })[], count?: number): string[]
