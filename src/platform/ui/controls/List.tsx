import { createElement, type HTMLAttributes, type Ref } from 'react'

export type ListProps = HTMLAttributes<HTMLElement> & { ordered?: boolean; ref?: Ref<HTMLElement> }

/**
 * A list without bullets or numbers (base.css takes them away). Safari no longer announces such a list as one, so the role that `ul`
 * and `ol` have anyway is also written out.
 */
export function List({ ordered = false, ...props }: ListProps) {
  return createElement(ordered ? 'ol' : 'ul', { ...props, role: 'list' })
}
