import * as m from '#messages'

/** How the end of a suspension is chosen: after some days, at a date, or when an administrator lifts it. */
export type EndChoice = '1' | '7' | '30' | 'date' | 'never'

export const endChoices = (): { value: EndChoice; label: string }[] => [
  { value: '1', label: m.admin_suspend_day() },
  { value: '7', label: m.admin_suspend_week() },
  { value: '30', label: m.admin_suspend_month() },
  { value: 'date', label: m.admin_suspend_date() },
  { value: 'never', label: m.admin_suspend_never() },
]

const DAY_MS = 86_400_000

/**
 * Returns when a suspension ends; undefined: when it is lifted; null: the date is missing or has passed.
 * @param date of an input of the type `datetime-local`, in the administrator's own time zone
 */
export function suspensionEnd(choice: EndChoice, date: string, now: number): Date | undefined | null {
  if (choice === 'never') return undefined
  if (choice !== 'date') return new Date(now + Number(choice) * DAY_MS)
  const end = new Date(date)
  return Number.isNaN(end.getTime()) || end.getTime() <= now ? null : end
}

/** Returns the date as an input of the type `datetime-local` takes it, in the administrator's own time zone. */
export function toLocalValue(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`
}
