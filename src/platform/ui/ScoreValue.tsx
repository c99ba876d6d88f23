import { cx } from './cx.ts'
import styles from './ScoreValue.module.css'
import { plainNumber } from './ssr-format.ts'
import { numberFormat, useLocale } from './user-format.ts'

/** The hero of every row. `card` for feeds, `row` for boards, `hero` for the one score a page is about, `text` as large as the text it stands in. */
export function ScoreValue({ value, size = 'card' }: { value: number; size?: 'row' | 'card' | 'hero' | 'text' }) {
  const locale = useLocale()
  const text = locale ? numberFormat(locale).format(value) : plainNumber(value)
  const digits = String(value).length
  return (
    <span className={cx(styles.value, styles[size], size === 'text' ? false : digits > 13 ? styles.longest : digits > 10 && styles.long)}>
      {text}
    </span>
  )
}
