import type { DdpError } from '#ddp/wire/error.ts'

/** Returns the text of an error of the server in the reader's language; null: it has none. */
export type ErrorTexts = (error: DdpError) => string | null

let texts: ErrorTexts | null = null
let fetchTexts: (() => Promise<ErrorTexts>) | null = null
let fetching: Promise<void> | null = null

/** ms after which an error is shown in English because the texts have not come */
const ERROR_TEXTS_TIMEOUT_MS = 3000

/** Sets the texts, which the app has because it knows all features. */
export function setErrorTexts(given: ErrorTexts): void {
  texts = given
}

/** Sets how the texts are fetched. Most visits meet no error, so a browser fetches them with the first one. */
export function setErrorTextsSource(fetch: () => Promise<ErrorTexts>): void {
  fetchTexts = fetch
}

/**
 * Fetches the texts, unless they are there. Resolves also when they cannot be fetched, or not soon: then errors are shown in English, and the next error
 * tries again.
 * @returns null: they are there, or there is nothing to fetch
 */
export function loadErrorTexts(): Promise<void> | null {
  if (texts !== null || fetchTexts === null) return null
  const late = new Promise<void>(resolve => setTimeout(resolve, ERROR_TEXTS_TIMEOUT_MS))
  fetching ??= Promise.race([fetchTexts().then(setErrorTexts, () => undefined), late]).finally(() => {
    fetching = null
  })
  return fetching
}

export const errorText: ErrorTexts = error => texts?.(error) ?? null
