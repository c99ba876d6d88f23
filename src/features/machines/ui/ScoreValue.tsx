import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { numberFormat, useLocale } from '#platform/ui/format/user-format.ts'
import styles from './ScoreValue.module.css'

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
