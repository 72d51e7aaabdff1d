/** Pages that the people who run a portal answer for, not the product: /privacy and /terms, from files in `DATA_DIR/pages`. */
export { serveOperatorPages } from './serve-operator-pages.ts'
