const number = new Intl.NumberFormat('en-US')
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

export const scoreWords = value => number.format(value)
export const dayWords = time => day.format(time)
export const minuteWords = time => `${minute.format(time)} UTC`
