import { cx } from './cx.ts'
import styles from './ScoreValue.module.css'
import { plainNumber } from './ssr-format.ts'
import { numberFormat, useLocale } from './user-format.ts'

/** A formatted score. `card` is for lists, `row` for boards, `hero` for a page's main score; `text` has the surrounding font size. */
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
