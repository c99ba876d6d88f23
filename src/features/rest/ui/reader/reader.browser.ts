import SwaggerUI, { type Immutable, type Plugin, type SwaggerUi } from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import 'swagger-ui-dist/swagger-ui.css'
import '#platform/ui/styles/tokens.css'
import './reader.css'
import { operationHasWords, type SearchedOperation } from './match-operation.ts'
import { resolveReferences } from './resolve-references.ts'

/** The part of the document that is read here. */
interface ApiDocument {
  paths: Record<string, Record<string, { operationId: string } & Omit<SearchedOperation, 'path' | 'method'>>>
}

/**
 * Gives each operation the name of its call as its id, which then stands in addresses of this page. The ids of the document have a `_`, and for
 * that Swagger UI warns in addresses, where it once meant a space.
 */
function nameOperations({ paths }: ApiDocument): void {
  for (const methods of Object.values(paths)) for (const operation of Object.values(methods)) operation.operationId = operation.summary
}

const find = (id: string): HTMLElement => document.getElementById(id)!
const STATES = ['loading', 'failed', 'ready'] as const

const show = (state: (typeof STATES)[number]): void => {
  for (const each of STATES) find(each).hidden = each !== state
}

/** Returns the tags with those operations that have the words of a text, without tags that have none. */
const filterOperations = (tagged: Immutable, text: string): Immutable =>
  tagged
    .map(tag =>
      tag.set(
        'operations',
        (tag.get('operations') as Immutable).filter(each =>
          operationHasWords(
            {
              path: String(each.get('path')),
              method: String(each.get('method')),
              summary: String(each.getIn(['operation', 'summary'])),
              description: String(each.getIn(['operation', 'description'])),
            },
            text,
          ),
        ),
      ),
    )
    .filter(tag => (tag.get('operations') as Immutable).size > 0)

/**
 * Takes from the package its list of operations alone: the page itself says what the API is, and has the search. What is left out of the list
 * are fields that could only be used to try a call, and links within buttons, which the keyboard would stop at twice.
 */
const listPlugin: Plugin = ({ React: { createElement }, getComponent }) => ({
  fn: { opsFilter: filterOperations },
  components: {
    ReaderLayout: () => createElement('div', { className: 'swagger-ui' }, createElement(getComponent('operations', true))),
    DeepLink: ({ text }) => createElement('span', null, text),
    // Of an object, the example is in the field.
    JsonSchemaForm: ({ value }) => (/^[[{]/.test(String(value)) ? createElement('pre', { className: 'example' }, value) : null),
    authorizeOperationBtn: () => null,
  },
})

/** Resolves the references of a part of the document when that is shown. */
const resolvePlugin =
  (spec: ApiDocument): Plugin =>
  () => ({
    statePlugins: {
      spec: {
        wrapActions: {
          requestResolvedSubtree:
            (_original, { specActions }) =>
            path =>
              specActions.updateResolvedSubtree(path, resolveReferences(spec, path)),
        },
      },
    },
  })

const openReader = (spec: ApiDocument): SwaggerUi =>
  SwaggerUI({
    spec,
    domNode: find('reader'),
    layout: 'ReaderLayout',
    docExpansion: 'list',
    deepLinking: true,
    // A call with a key would leave the key in a page. Each operation has an example instead.
    supportedSubmitMethods: [],
    validatorUrl: null,
    syntaxHighlight: false,
    plugins: [listPlugin, resolvePlugin(spec)],
  })

/** Shows the operations that have the words of the search field, and says how many. */
function listenToSearch(ui: SwaggerUi, { paths }: ApiDocument): void {
  const field = find('find') as HTMLInputElement
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  )
  const numbers = new Intl.NumberFormat(document.documentElement.lang)
  const search = (): void => {
    const found = all.filter(each => operationHasWords(each, field.value)).length
    const status = find('found')
    status.textContent = status.dataset.text!.replace('{found}', numbers.format(found)).replace('{all}', numbers.format(all.length))
    find('reader').hidden = found === 0
    ui.layoutActions.updateFilter(field.value.trim())
  }
  field.addEventListener('input', search)
  field.form!.addEventListener('submit', event => event.preventDefault())
  search()
}

async function open(): Promise<void> {
  show('loading')
  try {
    const response = await fetch('/api/openapi.json')
    if (!response.ok) throw new Error(String(response.status))
    const spec = (await response.json()) as ApiDocument
    nameOperations(spec)
    listenToSearch(openReader(spec), spec)
    show('ready')
  } catch {
    show('failed')
  }
}

find('again').addEventListener('click', () => void open())
void open()
