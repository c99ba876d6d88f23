import { type AnchorHTMLAttributes, createElement, type MouseEvent, use } from 'react'
import { KioskContext } from '../kiosk/kiosk-context.ts'
import { NavigateContext, pathInApp } from './navigate.ts'

export type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; current?: boolean | undefined }

/**
 * An anchor that navigates inside the app when a router is present. A page has about a hundred links, so the attributes are copied
 * only once: `current` is overwritten instead of destructured. On a kiosk it is a text, since it would lead away.
 */
export function Link(props: LinkProps) {
  const navigate = use(NavigateContext)
  if (use(KioskContext)) return createElement('span', { className: props.className }, props.children)
  const onClick =
    navigate &&
    ((event: MouseEvent<HTMLAnchorElement>) => {
      props.onClick?.(event)
      const path = pathInApp(event, props, window.location.href)
      if (path === null) return
      event.preventDefault()
      navigate(path)
    })
  return createElement('a', { ...props, current: undefined, 'aria-current': current(props), ...(onClick && { onClick }) })
}

const current = (props: LinkProps) => (props.current ? 'page' : props['aria-current'])
