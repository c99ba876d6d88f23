/** A schedule as the form shows it. */
export type ScheduleFields = {
  frequency: 'off' | 'daily' | 'weekly' | 'custom'
  /** `04:00` */
  time: string
  /** 0: Sunday */
  weekday: string
  /** what `custom` uses */
  cron: string
}

/** Finds the simplest form of a cron expression. */
export function toScheduleFields(schedule: string | null): ScheduleFields {
  const fields: ScheduleFields = { frequency: 'off', time: '04:00', weekday: '0', cron: schedule ?? '0 4 * * *' }
  if (schedule === null) return fields
  const [, minute, hour, weekday] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-6])$/.exec(schedule) ?? []
  if (minute === undefined || hour === undefined || weekday === undefined) return { ...fields, frequency: 'custom' }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  return weekday === '*' ? { ...fields, frequency: 'daily', time } : { ...fields, frequency: 'weekly', time, weekday }
}

export const isTime = (text: string): boolean => /^(?:[01]?\d|2[0-3]):[0-5]\d$/.test(text)

/** @returns null: no schedule */
export function toSchedule({ frequency, time, weekday, cron }: ScheduleFields): string | null {
  if (frequency === 'off') return null
  if (frequency === 'custom') return cron.trim().replace(/\s+/g, ' ')
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${frequency === 'daily' ? '*' : weekday}`
}
