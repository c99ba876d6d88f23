import { cx } from './cx.ts'
import { plainNumber } from './plain-format.ts'
import { numberFormat, useLocale } from './reader.ts'
import styles from './ScoreValue.module.css'

/** The hero of every row. `card` for feeds, `row` for boards, `hero` for the one score a page is about. */
export function ScoreValue({ value, size = 'card' }: { value: number; size?: 'row' | 'card' | 'hero' }) {
  const locale = useLocale()
  const text = locale ? numberFormat(locale).format(value) : plainNumber(value)
  const digits = String(value).length
  return <span className={cx(styles.value, styles[size], digits > 13 ? styles.longest : digits > 10 && styles.long)}>{text}</span>
}
