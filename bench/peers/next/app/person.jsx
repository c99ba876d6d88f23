/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { dayWords, minuteWords } from './words.mjs'

export const Avatar = ({ name }) => (
  <span className="avatar" aria-hidden="true">
    {name.charAt(0).toUpperCase()}
  </span>
)

export const Day = ({ at }) => (
  <time className="time" dateTime={new Date(at).toISOString()} title={minuteWords(at)}>
    {dayWords(at)}
  </time>
)
