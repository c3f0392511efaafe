//! `#[derive(FromJson)]` reads a type from a `serde_json::Value`, as the serde attributes of the type say: names, tags, defaults.
//!
//! serde's `Deserialize` reads any format in any order. For unions that are tagged by a field it generates ten times as much code:
//! 170 kB of compressed WebAssembly for the scenario, more than the whole simulation.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use serde_derive_internals::ast::{Container, Data, Field, Style, Variant};
use serde_derive_internals::attr::{Default, TagType};
use serde_derive_internals::{Ctxt, Derive};
use syn::{DeriveInput, Ident, parse_macro_input};

/// Implements `crate::json::FromJson` for a struct with named fields, an enum whose variants are tagged by a field
/// (`#[serde(tag = "kind")]`), or an enum of words.
#[proc_macro_derive(FromJson, attributes(serde))]
pub fn derive_from_json(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let context = Ctxt::new();
    let private = Ident::new("_", Span::call_site());
    let code = Container::from_ast(&context, &input, Derive::Deserialize, &private)
        .map(|container| implementation(&container, &context));
    match context.check() {
        Ok(()) => code.unwrap_or_default().into(),
        Err(error) => error.into_compile_error().into(),
    }
}

fn implementation(container: &Container, context: &Ctxt) -> TokenStream {
    let name = &container.ident;
    let body = match (&container.data, container.attrs.tag()) {
        (Data::Struct(Style::Struct, fields), _) => record(fields, container.attrs.default()),
        (Data::Enum(variants), TagType::Internal { tag }) => {
            let arms = variants.iter().map(|variant| {
                let (text, name, fields) = (variant.attrs.name().deserialize_name(), &variant.ident, &variant.fields);
                let fields = fields.iter().map(|field| read_field(field, None));
                quote!(#text => Self::#name { #(#fields),* })
            });
            quote! {
                Some(match value.get(#tag)?.as_str()? {
                    #(#arms,)*
                    _ => return None,
                })
            }
        }
        (Data::Enum(variants), TagType::External) if variants.iter().all(is_word) => {
            let arms = variants.iter().map(|variant| {
                let (text, name) = (variant.attrs.name().deserialize_name(), &variant.ident);
                quote!(#text => Self::#name)
            });
            quote! {
                Some(match value.as_str()? {
                    #(#arms,)*
                    _ => return None,
                })
            }
        }
        _ => {
            context.error_spanned_by(name, "FromJson reads structs with named fields, tagged enums and enums of words");
            return TokenStream::new();
        }
    };
    quote! {
        impl crate::json::FromJson for #name {
            fn from_json(value: &serde_json::Value) -> Option<Self> {
                #body
            }
        }
    }
}

fn is_word(variant: &Variant) -> bool {
    matches!(variant.style, Style::Unit)
}

/// A struct, whose default has those fields that are left out if it has one.
fn record(fields: &[Field], default: &Default) -> TokenStream {
    let whole = Ident::new("default", Span::call_site());
    let value = match default {
        Default::None => None,
        Default::Default => Some(quote!(Self::default())),
        Default::Path(path) => Some(quote!(#path())),
    };
    let whole_or_none = value.as_ref().map(|_| &whole);
    let fields = fields.iter().map(|field| read_field(field, whole_or_none));
    let first = value.map(|value| quote!(let #whole: Self = #value;));
    quote!(#first Some(Self { #(#fields),* }))
}

/// `name: value`. A field that is left out has its own default, or that of the `whole`; without either it is required.
fn read_field(field: &Field, whole: Option<&Ident>) -> TokenStream {
    let (member, text) = (&field.member, field.attrs.name().deserialize_name());
    match (field.attrs.default(), whole) {
        (Default::Path(path), _) => quote!(#member: crate::json::field(value, #text, #path())?),
        (Default::Default, _) => {
            quote!(#member: crate::json::field(value, #text, ::core::default::Default::default())?)
        }
        (Default::None, Some(whole)) => quote!(#member: crate::json::field(value, #text, #whole.#member)?),
        (Default::None, None) => quote!(#member: crate::json::FromJson::from_json(value.get(#text)?)?),
    }
}
