/**
 * Runs React when its script has loaded: what a script has of modules in the CommonJS form runs only when something imports it, which would
 * be within the task of `main.browser.tsx`.
 */
import 'react'
import 'react/jsx-runtime'
import 'react-dom/client'
