import * as m from '#messages'
import styles from './SkipLink.module.css'

/** The first focusable element of a page: a link past the navigation, to the element with id `main`. */
export function SkipLink() {
  return (
    <a className={styles.skip} href="#main">
      {m.ui_skip()}
    </a>
  )
}
