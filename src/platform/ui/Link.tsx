import { type AnchorHTMLAttributes, createElement, type MouseEvent, use } from 'react'
import { NavigateContext, pathInApp } from './navigate.ts'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; current?: boolean | undefined }

/** A plain anchor that moves inside the app when there is one to move in. A page has a hundred: the attributes are copied once, without taking `current` out. */
export function Link(props: LinkProps) {
  const navigate = use(NavigateContext)
  if (navigate === undefined) return createElement('a', { ...props, current: undefined, 'aria-current': current(props) })
  const click = (event: MouseEvent<HTMLAnchorElement>) => {
    const { href, target, download, onClick } = props
    onClick?.(event)
    const path = pathInApp(event, { href, target, download }, window.location.href)
    if (path === null) return
    event.preventDefault()
    navigate(path)
  }
  return createElement('a', { ...props, current: undefined, 'aria-current': current(props), onClick: click })
}

const current = (props: LinkProps) => (props.current ? 'page' : props['aria-current'])
