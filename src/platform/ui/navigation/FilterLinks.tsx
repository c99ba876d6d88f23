import layout from '#platform/ui/styles/layout.module.css'
import { Link } from './Link.tsx'

export interface FilterLinksProps {
  label: string
  links: readonly { href: string; text: string; current: boolean }[]
}

/** Links that choose which part of a list a page shows. */
export function FilterLinks({ label, links }: FilterLinksProps) {
  return (
    <nav className={layout.row2} aria-label={label}>
      {links.map(({ href, text, current }) => (
        <Link key={href} className={layout.pill} href={href} current={current}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
