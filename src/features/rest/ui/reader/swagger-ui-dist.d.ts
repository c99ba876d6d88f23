/** The part of Swagger UI that the page of the API uses. The package has no types of its own. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  /** An immutable map or list of the library Immutable. */
  interface Immutable {
    get(key: string): unknown
    filter(keep: (value: Immutable) => boolean): Immutable
    map(change: (value: Immutable) => Immutable): Immutable
    set(key: string, value: unknown): Immutable
    getIn(path: string[]): unknown
    readonly size: number
  }

  /** A component of the React that the package brings along, which is another one than the site's. */
  type Component = (props: { text?: string; value?: unknown }) => unknown

  interface System {
    React: { createElement(type: string | Component, props?: object | null, ...children: unknown[]): unknown }
    /** Returns a component of the package. @param isContainer whether it gets all that it needs by itself */
    getComponent(name: string, isContainer: boolean): Component
    specActions: {
      /** Sets what the part of the document under these keys is after its references are resolved. */
      updateResolvedSubtree(keys: string[], value: unknown): unknown
    }
  }

  type Plugin = (system: System) => {
    fn?: {
      /** Returns which operations are shown, of all of them by their tags. @param text what was given to `updateFilter` */
      opsFilter(tagged: Immutable, text: string): Immutable
    }
    components?: Readonly<Record<string, Component>>
    statePlugins?: {
      spec: {
        wrapActions: {
          /** The package's action that resolves the references of the part under these keys, which this one takes the place of. */
          requestResolvedSubtree(original: unknown, system: System): (keys: string[]) => unknown
        }
      }
    }
  }

  interface Options {
    spec: object
    domNode: Element
    /** the name of the component that is shown */
    layout: string
    docExpansion: 'list' | 'full' | 'none'
    deepLinking: boolean
    /** the methods that may be tried on the page */
    supportedSubmitMethods: string[]
    /** null: no other site is asked whether the document is valid */
    validatorUrl: null
    syntaxHighlight: boolean
    plugins: Plugin[]
  }

  interface SwaggerUi {
    layoutActions: { updateFilter(text: string): void }
  }

  export default function SwaggerUI(options: Options): SwaggerUi
}
