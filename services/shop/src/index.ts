export { readShopConfig, type ShopConfig, shopSettings } from "./config.ts";
export { createShop, type Shop, type ShopDeps } from "./service.ts";
