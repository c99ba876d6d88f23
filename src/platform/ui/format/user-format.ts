import { useSyncExternalStore } from 'react'
import { subscribeNever } from '../subscribe-never.ts'
import { userLocale } from './user-locale.ts'

/*
 * The user's locale and clock. Both are null in the first render, which is therefore the same on the server and in the
 * browser, and known right after it.
 */

/** The user's locale, or null during the first render. */
export const useLocale = (): string | null => useSyncExternalStore(subscribeNever, userLocale, () => null)

const tick = 30_000
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** Calls the listener every 30 s. All relative times on the page share one timer. */
export function onTick(changed: () => void): () => void {
  watchers.add(changed)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of watchers) each()
  }, tick)
  return () => {
    watchers.delete(changed)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Milliseconds since 1970, the same between two ticks. The value is renewed if it is old because nobody listened. */
export function readNow(): number {
  const current = Date.now()
  if (current - now >= tick) now = current
  return now
}

/** Milliseconds since 1970, updated every 30 s; null during the first render. */
export const useNow = (): number | null => useSyncExternalStore(onTick, readNow, () => null)

export const cached = <T>(make: (locale: string) => T) => {
  const formats = new Map<string, T>()
  return (locale: string): T => {
    const known = formats.get(locale)
    if (known !== undefined) return known
    const format = make(locale)
    formats.set(locale, format)
    return format
  }
}

/** The locale with Latin digits, because scores use the same digits in every language. */
const latin = (locale: string): string => `${locale}-u-nu-latn`

export const numberFormat = cached(locale => new Intl.NumberFormat(latin(locale)))

export const dateFormat = cached(locale => new Intl.DateTimeFormat(latin(locale), { dateStyle: 'medium' }))
export const dateTimeFormat = cached(locale => new Intl.DateTimeFormat(latin(locale), { dateStyle: 'long', timeStyle: 'short' }))
