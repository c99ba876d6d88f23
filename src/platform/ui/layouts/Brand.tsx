import { use } from 'react'
import * as m from '#messages'
import { Link } from '../navigation/Link.tsx'
import styles from './Brand.module.css'
import { SiteNameContext } from './context/site-name-context.ts'
import { Logo } from './Logo.tsx'

export function Brand() {
  const site = use(SiteNameContext)
  return (
    <Link className={styles.brand} href="/" aria-label={m.ui_brand_home({ site })}>
      <Logo />
      <span className={styles.name}>{site}</span>
    </Link>
  )
}
