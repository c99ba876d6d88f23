import { cx } from '#platform/ui/cx.ts'
import { useFormatNumber } from '#platform/ui/format/use-formats.ts'
import styles from './ScoreValue.module.css'

/** A formatted score. `card` is for lists, `row` for boards, `hero` for a page's main score; `text` has the surrounding font size. */
export function ScoreValue({ value, size = 'card' }: { value: number; size?: 'row' | 'card' | 'hero' | 'text' }) {
  const number = useFormatNumber()
  const text = number(value)
  const digits = String(value).length
  return (
    <span className={cx(styles.value, styles[size], size === 'text' ? false : digits > 13 ? styles.longest : digits > 10 && styles.long)}>
      {text}
    </span>
  )
}
