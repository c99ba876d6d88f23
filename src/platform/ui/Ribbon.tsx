import { cx } from './cx.ts'
import styles from './Ribbon.module.css'

const words = { best: 'Personal best', champion: 'Grand champion', event: 'Event score' } as const

/** A strip of cloth on a score that means something to the one who played it. */
export function Ribbon({ kind }: { kind: keyof typeof words }) {
  return <span className={cx(styles.ribbon, styles[kind])}>{words[kind]}</span>
}
