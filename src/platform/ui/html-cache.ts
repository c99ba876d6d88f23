import { type ComponentType, createContext, createElement, type ReactNode, use } from 'react'

/** Renders components that contain no input of the user and read no context to HTML, and remembers it by their properties. */
export interface HtmlCache {
  /** @returns the HTML, or what stands for it until the page is complete */
  render<Props extends object>(component: ComponentType<Props>, props: Props): string
}

/** Set where the server renders a page; null in a browser. */
export const HtmlCacheContext = createContext<HtmlCache | null>(null)

type Content = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

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
