import { type ComponentType, createContext, createElement, type ReactNode, use, useState } from 'react'
import { useIsHydrating } from './use-is-hydrating.ts'

/** Renders components that contain no input of the user and read no context to HTML, and remembers it by their properties. */
export interface HtmlCache {
  /** @returns the HTML, or what stands for it until the page is complete */
  render<Props extends object>(component: ComponentType<Props>, props: Props): string
}

/** Set where the server renders a page; null in a browser. */
export const HtmlCacheContext = createContext<HtmlCache | null>(null)

type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string }; suppressHydrationWarning?: true }

/**
 * Returns the content of an element as properties. In a browser, that is the component. On the server, it is the component's HTML, which is
 * rendered once for the same properties: most rows of a page that is rendered again are as they were. React must hydrate the one as the
 * other, so the component's HTML may depend on its properties and the language alone, and it must not use `useId`. Call it after all hooks.
 * @param props cache key: documents are compared by identity, all other values by their JSON
 */
export function useCachedHtml<Props extends object>(component: ComponentType<Props>, props: Props): Content {
  const cache = use(HtmlCacheContext)
  if (cache === null) return { children: createElement(component, props) }
  return { dangerouslySetInnerHTML: { __html: cache.render(component, props) } }
}

/**
 * The same for a component that shows a picture and nothing else: where the browser takes over the server's page, it leaves the HTML of the
 * picture as it is. So the first view needs neither the component's script nor its work. Its properties must not change afterwards.
 */
export function useServerHtml<Props extends object>(component: ComponentType<Props>, props: Props): Content {
  const isHydrating = useIsHydrating()
  const [isOfServer] = useState(isHydrating)
  const content = useCachedHtml(component, props)
  if (import.meta.env.SSR || !isOfServer) return content
  return { dangerouslySetInnerHTML: { __html: '' }, suppressHydrationWarning: true }
}
