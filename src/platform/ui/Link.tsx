import { type AnchorHTMLAttributes, type MouseEvent, use } from 'react'
import { NavigateContext, pathInApp } from './navigate.ts'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; current?: boolean | undefined }

/** A plain anchor that moves inside the app when there is one to move in. */
export function Link({ href, current, onClick, ...rest }: LinkProps) {
  const navigate = use(NavigateContext)
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!navigate) return
    const path = pathInApp(event, { href, target: rest.target, download: rest.download }, window.location.href)
    if (path === null) return
    event.preventDefault()
    navigate(path)
  }
  return <a {...rest} href={href} aria-current={current ? 'page' : rest['aria-current']} onClick={click} />
}
