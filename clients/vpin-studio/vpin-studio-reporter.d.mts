/** What `vpin-studio-reporter.mjs` says of them. */
export interface Settings {
  site: string
  key: string
  secret: string
  games: Record<string, { station: string } | { machine: string }>
  cabinet?: string
  file?: string
  host?: string
  port?: number
}
export function startReporter(settings: Settings, log?: (words: string) => void): Promise<{ url: string; close(): Promise<void> }>
