export default ({ key }) => {
  throw new TypeError(`no such key: ${key}`);
};
