/** build.mjs makes a text of it. */
declare module "*.css" {
  const text: string;
  export default text;
}
